import fastify from "fastify";
import pg from "pg";
import { countStatements } from "./count-statements.js";
import { serve } from "./processes.js";
import { type Usage, usedCpuMs } from "./usage.js";

// What somebody would write who needs this one list and no server around it: no sign-in, no limits, no roles.
const statements = countStatements();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, application_name: "leadledger" });
const app = fastify();

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const identity = (kind: string): string =>
  `(SELECT i.value FROM contact_identities i WHERE i.contact_id = c.id AND i.kind = '${kind}' ORDER BY i.verified DESC, i.created_at, i.id LIMIT 1)`;

const list = `
  WITH page AS (
    SELECT l.* FROM leads l WHERE l.merchant_id = $1 AND (l.owner_id = $2 OR l.owner_id IS NULL)
    ORDER BY l.created_at DESC, l.id DESC LIMIT 51
  )
  SELECT json_build_object('data', json_build_object('leads', json_build_object(
    'nodes', (SELECT json_agg(json_build_object(
      'id', l.id, 'version', l.version, 'isTest', l.is_test, 'createdAt', ${time("l.created_at")}, 'updatedAt', ${time("l.updated_at")},
      'stage', (SELECT json_build_object('key', s->'key', 'name', s->'name', 'kind', s->'kind')
        FROM pipelines p, jsonb_array_elements(p.rules->'stages') AS s WHERE p.id = l.pipeline_id AND s->>'key' = l.stage),
      'contact', json_build_object('id', c.id, 'name', c.name, 'phone', ${identity("PHONE")}, 'email', ${identity("EMAIL")},
        'tags', c.system_tags || c.member_tags, 'createdAt', ${time("c.created_at")}),
      'owner', CASE WHEN m.id IS NULL THEN NULL ELSE json_build_object('id', m.id, 'name', m.name, 'role', m.role, 'email', NULL) END,
      'history', json_build_object('nodes', (SELECT json_agg(json_build_object('sequence', e.sequence, 'kind', upper(regexp_replace(e.kind, '(?<!^)([A-Z])', '_\\1', 'g')),
          'at', ${time("e.at")}, 'cause', e.cause) ORDER BY e.sequence DESC)
        FROM (SELECT * FROM lead_events e WHERE e.lead_id = l.id ORDER BY e.sequence DESC LIMIT 3) e))
    ) ORDER BY l.created_at DESC, l.id DESC)
      FROM (SELECT * FROM page ORDER BY created_at DESC, id DESC LIMIT 50) l JOIN contacts c ON c.id = l.contact_id LEFT JOIN members m ON m.id = l.owner_id),
    'pageInfo', json_build_object('hasNextPage', (SELECT count(*) > 50 FROM page))
  )))::text AS answer`;

app.post("/graphql", async ({ headers }, reply) => {
  const [merchantId, agentId] = (headers.authorization ?? "").replace("Bearer ", "").split(" ");
  const { rows } = await pool.query<{ answer: string }>({ name: "list", text: list, values: [merchantId, agentId] });
  return reply.type("application/json").send(rows[0]?.answer);
});
const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/graphql`;

serve({
  url: () => url,
  usage: (): Usage => ({ cpuMs: usedCpuMs(), statements: { ...statements.counted } }),
});
