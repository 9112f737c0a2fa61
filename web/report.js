// @ts-check
/** The browser's side of the HTML report: the chart over time, and buttons that copy commands. No network, no storage. */

/** @typedef {import("../src/report/html/packed-timeline.ts").PackedTimeline} PackedTimeline */

/** @typedef {{ cell: string, variant: number, start: number, from: number, count: number, highest: number, disturbed: boolean }} Stretch */

// As in src/report/html/packed-timeline.ts.
const RATE_STEPS = 65535;
const HEIGHT = 300;
const COLOURS = ["--line0", "--line1", "--line2", "--line3", "--line4", "--line5"];
const DISTURBED = "rgba(176, 110, 172, 0.22)";

/** @param {string} text base64 @returns {ArrayBuffer} */
function bytes(text) {
  const binary = atob(text);
  const array = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) array[at] = binary.charCodeAt(at);
  return array.buffer;
}

/** @param {PackedTimeline} packed */
function unpack(packed) {
  const cell = new Uint16Array(bytes(packed.cell));
  const variant = new Uint16Array(bytes(packed.variant));
  const start = new Float32Array(bytes(packed.start));
  const count = new Uint32Array(bytes(packed.count));
  const highest = new Float32Array(bytes(packed.highest));
  const disturbed = new Uint8Array(bytes(packed.disturbed));
  /** @type {Stretch[]} */
  const stretches = [];
  let from = 0;
  for (let at = 0; at < count.length; at++) {
    stretches.push({
      cell: packed.cells[cell[at]],
      variant: variant[at],
      start: start[at],
      from,
      count: count[at],
      highest: highest[at],
      disturbed: disturbed[at] === 1,
    });
    from += count[at];
  }
  return { stretches, rates: new Uint16Array(bytes(packed.rates)) };
}

/** Times, and for each variant its rates there; a null after each stretch, so that no line joins two of them. */
function columns(/** @type {Stretch[]} */ stretches, /** @type {Uint16Array} */ rates, /** @type {number} */ variants) {
  const length = rates.length + stretches.length;
  const times = new Array(length);
  const lines = Array.from({ length: variants }, () => new Array(length).fill(null));
  let at = 0;
  for (const { variant, start, from, count, highest } of stretches) {
    for (let second = 0; second < count; second++) {
      times[at] = start + second;
      // On a logarithmic axis there is no zero: a second in which nothing ended lies at the bottom.
      lines[variant][at++] = Math.max(1, (rates[from + second] * highest) / RATE_STEPS);
    }
    times[at++] = start + Math.max(0, count - 0.5);
  }
  return [times, ...lines];
}

/** The stretch that `time` is in or after; stretches ascend. */
function stretchAt(/** @type {Stretch[]} */ stretches, /** @type {number} */ time) {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches[middle].start <= time) low = middle;
    else high = middle - 1;
  }
  return stretches[low];
}

function drawTimeline() {
  const place = document.getElementById("timeline");
  const data = document.getElementById("timeline-data");
  const note = document.getElementById("timeline-at");
  if (place === null || data === null || typeof uPlot === "undefined") return;
  /** @type {PackedTimeline} */
  const packed = JSON.parse(data.textContent ?? "{}");
  const { stretches, rates } = unpack(packed);
  if (rates.length === 0) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {number} */ at) => style.getPropertyValue(COLOURS[at % COLOURS.length]).trim();

  const tell = (/** @type {any} */ plot) => {
    const { idx } = plot.cursor;
    if (idx === null || idx === undefined || note === null) return;
    const time = plot.data[0][idx];
    const stretch = stretchAt(stretches, time);
    const rate = plot.data[1 + stretch.variant][idx];
    if (rate === null || rate === undefined) return;
    const disturbed = stretch.disturbed ? ", disturbed" : "";
    note.textContent = `${Math.round(time)} s: ${Math.round(rate)} operations/s, ${stretch.cell} ${packed.variants[stretch.variant]}${disturbed}`;
  };
  const mark = (/** @type {any} */ plot) => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.fillStyle = DISTURBED;
    for (const { start, count, disturbed } of stretches) {
      if (!disturbed) continue;
      const left = Math.max(bbox.left, plot.valToPos(start - 0.5, "x", true));
      const right = Math.min(bbox.left + bbox.width, plot.valToPos(start + count - 0.5, "x", true));
      if (right > left) ctx.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height);
    }
    ctx.restore();
  };
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      scales: { x: { time: false }, y: { distr: 3 } },
      axes: [
        { label: "seconds since the first measurement" },
        {
          label: "operations/s",
          size: 70,
          values: (/** @type {any} */ _, /** @type {(number | null)[]} */ ticks) => ticks.map(shortNumber),
        },
      ],
      series: [
        {},
        ...packed.variants.map((label, at) => ({
          label,
          stroke: colour(at),
          width: 1.5,
          spanGaps: false,
          points: { show: rates.length < 500, size: 4 },
        })),
      ],
      hooks: { drawClear: [mark], setCursor: [tell] },
    },
    columns(stretches, rates, packed.variants.length),
    place,
  );
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
  place.addEventListener("keydown", (event) => moveCursor(plot, event));
}

/** Arrow keys go from second to second, with Shift fifty at a time. */
function moveCursor(/** @type {any} */ plot, /** @type {KeyboardEvent} */ event) {
  const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (direction === 0) return;
  event.preventDefault();
  const last = plot.data[0].length - 1;
  const idx = Math.min(last, Math.max(0, (plot.cursor.idx ?? 0) + direction * (event.shiftKey ? 50 : 1)));
  plot.setCursor({ left: plot.valToPos(plot.data[0][idx], "x"), top: 10 });
}

function shortNumber(/** @type {number | null} */ value) {
  if (value === null) return "";
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1000 ? `${value / 1000}k` : String(value);
}

function addCopyButtons() {
  for (const block of document.querySelectorAll("pre.command")) {
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
    });
    block.before(button);
  }
}

// A link to a cell opens what it is folded into.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at !== null; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}

addCopyButtons();
addEventListener("hashchange", openTarget);
openTarget();
drawTimeline();
