import type { Measured } from "./measure.js";

export type Row = Readonly<Record<string, string>>;

export function rowOf(what: string, measured: Measured, ratio = ""): Row {
  const { perSecond, p50Ms, p99Ms, cpuMs, postgresCpuMs, statements } = measured;
  return {
    "": what,
    "req/s": perSecond.toFixed(0),
    "p50 ms": p50Ms.toFixed(1),
    "p99 ms": p99Ms.toFixed(1),
    "CPU ms/req": cpuMs.toFixed(2),
    "Postgres CPU ms/req": postgresCpuMs?.toFixed(2) ?? "?",
    "SQL/req": statements.toFixed(1),
    ratio,
  };
}

export function drawTable(title: string, rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => (row[name] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [title, line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? "")))].join("\n");
}
