/** A plan for people, before it runs: every value that it came to, defaults included, in the words of a spec. */
import type { Plan } from "../model/plan.ts";
import type { Method } from "../model/spec.ts";
import type { Warning } from "../model/warning.ts";
import type { Script, ScriptLoad, WorkloadEntry } from "../model/workload.ts";
import { formatCpuList } from "./cpu-list.ts";
import { formatBytes, formatCount, formatDuration, formatFraction } from "./quantities.ts";
import { openLoopText } from "./rates.ts";
import { type PlannedMeasurement, roundOrder } from "./round-order.ts";

/** Lines `key  value`, then the order of round 1; no line end after the last. Long lines are not wrapped: they are for grep. */
export function planText(plan: Plan): string {
  const round = roundOrder(
    plan,
    1,
    plan.cells.map((cell) => cell.id),
  );
  const lines = [...comparedLines(plan), ...loadLines(plan), ...methodLines(plan), ...warningLines(plan)];
  const width = Math.max(...lines.map(([key]) => key.length));
  return [
    ...lines.map(([key, value]) => `${key.padEnd(width)}  ${value}`),
    "",
    "round 1:",
    ...round.map(slotText),
  ].join("\n");
}

type Line = readonly [key: string, value: string];

function comparedLines(plan: Plan): readonly Line[] {
  const { variants, imposed, factor } = plan;
  return [
    ...variants.map(({ name, build, config, driver, driverOptions = [] }): Line => {
      const settings = Object.entries(config).map(([setting, value]) => `${setting}=${value}`);
      const words = [...(driver === undefined ? [] : [driver]), ...driverOptions];
      const load = words.length === 0 ? [] : [`(driver ${words.join(" ")})`];
      return ["variant", [`${name}: ${build.family} ${build.version}`, ...settings, ...load].join(" ")];
    }),
    ["baseline", plan.baseline],
    ["factor", factor.length === 0 ? "not declared" : factor.join(", ")],
    ...imposed.map(({ family, name, value, reason }): Line => ["imposed", `${family}: ${name}=${value} (${reason})`]),
  ];
}

function loadLines({ workloads, cells, cpus, listen, host, estimate }: Plan): readonly Line[] {
  const clients = [...new Set(cells.map((cell) => cell.clients))];
  const pinned = cpus && `server ${formatCpuList(cpus.server)}, client ${formatCpuList(cpus.client)}`;
  const used = cells.filter(({ operations }) => operations !== null);
  return [
    ...workloads.map((entry): Line => ["workload", workloadText(entry)]),
    ["clients", clients.join(", ")],
    ...used.map(({ id, operations }): Line => ["operations", `${id}: ${operations} a measurement`]),
    ["cpus", pinned ?? `not pinned: server and clients share ${formatCpuList(host.cpus)}`],
    ["listen", listen],
    ["memory", `${formatBytes(estimate.residentBytes)} of servers at once, of ${formatBytes(host.memory.totalBytes)}`],
  ];
}

function workloadText(entry: WorkloadEntry): string {
  return entry.load === undefined ? statementsText(entry) : `${entry.name}: ${scriptText(entry.load)}`;
}

function scriptText({ driver, script, prepare, options, scale, effect }: ScriptLoad): string {
  const data = prepare === null ? "data made by nothing" : `data made by ${scriptName(prepare)}`;
  return [
    `${driver} script ${scriptName(script)}`,
    ...(options.length === 0 ? [] : [`options ${options.join(" ")}`]),
    ...(scale === null ? [] : [`scale ${scale}`]),
    data,
    effect === "read" ? "only reads" : "writes",
  ].join("; ");
}

function scriptName({ name, file }: Script): string {
  return file === null ? name : `${name} (sha256 ${file.sha256.slice(0, 12)})`;
}

function statementsText(entry: WorkloadEntry): string {
  const { name, workload, steps, tables, rows, storageEngine, prepared, keys, openLoop } = entry;
  const size = `${tables} ${tables === 1 ? "table" : "tables"} of ${formatCount(rows)} rows`;
  const engine = storageEngine ?? "the server's default";
  const protocol = prepared ? "prepared" : "not prepared";
  const rates = openLoop === undefined ? "" : `; ${openLoopText(openLoop)}`;
  return `${name}: ${workload} ${steps.join(", ")}; ${size}, keys ${keys}, ${protocol}, storage engine ${engine}${rates}`;
}

function methodLines({ method, probes, seed }: Plan): readonly Line[] {
  return [
    ["method", methodText(method)],
    ["probes", `os ${formatDuration(probes.os)}, status ${formatDuration(probes.status)}`],
    ["seed", String(seed)],
  ];
}

function methodText(method: Method): string {
  return [
    `margin ${formatFraction(method.margin)}`,
    `alpha ${formatFraction(method.alpha)}`,
    `measure ${formatDuration(method.measure)}`,
    `measure-writes ${formatDuration(method.measureWrites)}`,
    `settle ${formatDuration(method.settle)}`,
    `warm-up ${formatDuration(method.warmUp)} at most`,
    `rounds ${method.rounds.min === method.rounds.max ? "" : `${method.rounds.min} to `}${method.rounds.max}`,
    `budget ${method.budget === null ? "none" : formatDuration(method.budget)}`,
    `driver ${[method.driver, ...(method.driverOptions ?? [])].join(" ")}`,
  ].join(", ");
}

/** Those of cells once for all the cells that have them. */
function warningLines({ warnings, cells }: Plan): readonly Line[] {
  const text = ({ message, advice }: Warning): string => `${message}; ${advice}`;
  const ofCells = cells.flatMap((cell) => cell.warnings.map((warning) => ({ id: cell.id, text: text(warning) })));
  return [
    ...warnings.map((warning): Line => ["warning", text(warning)]),
    ...[...Map.groupBy(ofCells, (each) => each.text)].map(([shared, group]): Line => {
      return ["warning", `${group.map(({ id }) => id).join(", ")}: ${shared}`];
    }),
  ];
}

function slotText({ stage, cell, variant, index }: PlannedMeasurement): string {
  return `  ${stage.id}  ${cell.id}  ${variant} ${index}`;
}
