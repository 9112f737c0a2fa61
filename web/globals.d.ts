/** The library's script comes before ours in the page. */
declare const uPlot: typeof import("uplot").default;
