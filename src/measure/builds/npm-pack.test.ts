import { describe, expect, it } from "vitest";
import { npmReason } from "./npm-pack.ts";

/** What npm 11 wrote for a registry name that does not resolve. */
const NOT_FOUND = {
  exitCode: 1,
  stdout: JSON.stringify({
    error: {
      code: "ENOTFOUND",
      summary: "request to http://nohost.invalid/some-package failed, reason: getaddrinfo ENOTFOUND nohost.invalid",
      detail: "This is a problem related to network connectivity.",
    },
  }),
  stderr: [
    "npm error code ENOTFOUND",
    "npm error network request to http://nohost.invalid/some-package failed, reason: getaddrinfo ENOTFOUND nohost.invalid",
    "npm error network",
    "npm error A complete log of this run can be found in: /home/u/.npm/_logs/debug-0.log",
  ].join("\n"),
};

describe("npm's reason", () => {
  it("is npm's own summary", () => {
    expect(npmReason(NOT_FOUND, 900)).toBe(
      "npm says: request to http://nohost.invalid/some-package failed, reason: getaddrinfo ENOTFOUND nohost.invalid",
    );
  });

  it("is the last line of its errors where it gives no summary, without the one about its log file", () => {
    const stderr =
      "npm ERR! code E500\nnpm ERR! 500 Internal Server Error\nnpm ERR! A complete log of this run can be found in:\n";
    expect(npmReason({ exitCode: 1, stdout: "", stderr }, 900)).toBe("npm says: 500 Internal Server Error");
  });

  it("is the time that was up, or the exit code, where npm said nothing", () => {
    expect(npmReason({ exitCode: 124, stdout: "", stderr: "" }, 10)).toBe("npm did not end within 10 s");
    expect(npmReason({ exitCode: 7, stdout: "{}", stderr: "" }, 10)).toBe("npm ended with exit code 7 and no message");
  });
});
