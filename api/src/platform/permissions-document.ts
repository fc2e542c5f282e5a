import { isRestricted, type PermissionTable, type Policy } from "./permission-table.js";
import { roles } from "./role.js";

export function drawPermissions(policy: Policy): string {
  return [
    "# Who may do what",
    "Drawn from the `@Allow` lines. Which *rows* a role sees is decided in the reads, not here.",
    "## Operations",
    drawTable(policy.operations),
    "## Restricted fields",
    "Everybody who reaches a record sees its other fields. A hidden field is null, and the answer says FORBIDDEN_FIELD.",
    drawTable(onlyRestricted(policy.fields)),
    "## Restricted inputs",
    "Everybody who may call an operation may send the rest. What is restricted refuses the call, also when it is null.",
    drawTable(onlyRestricted(policy.inputs)),
    "",
  ].join("\n\n");
}

function onlyRestricted(table: PermissionTable): PermissionTable {
  return Object.fromEntries(Object.entries(table).filter(([, allowed]) => isRestricted(allowed)));
}

function drawTable(table: PermissionTable): string {
  const rows = Object.entries(table).map(([coordinate, allowed]) =>
    drawRow([`\`${coordinate}\``, ...roles.map((role) => (allowed.includes(role) ? "yes" : "–"))]),
  );
  if (rows.length === 0) return "None.";
  return [drawRow(["", ...roles]), drawRow(["---", ...roles.map(() => "---")]), ...rows].join("\n");
}

function drawRow(cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}
