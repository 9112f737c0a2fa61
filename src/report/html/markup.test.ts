import { describe, expect, it } from "vitest";
import { html, jsonScript } from "./markup.ts";

describe("markup", () => {
  it("escapes what is put in, and markup in it not again", () => {
    const cell = html`<td title="${`"a" & 'b'`}">${"<b>"}${3}</td>`;
    expect(cell.text).toBe('<td title="&quot;a&quot; &amp; &#39;b&#39;">&lt;b&gt;3</td>');
    expect(html`<tr>${[cell, null, ["x", html`<i></i>`]]}</tr>`.text).toBe(`<tr>${cell.text}x<i></i></tr>`);
  });

  it("keeps data from ending its script", () => {
    const { text } = jsonScript({ name: "</script><script>alert(1)" });
    expect(text).not.toContain("</script>");
    expect(JSON.parse(text)).toEqual({ name: "</script><script>alert(1)" });
  });
});
