/** How many leads there are, and over how many days up to now they came, evenly. */
export interface DatasetSize {
  readonly leads: number;
  readonly days: number;
}

/**
 * The leads of all merchants by SQL alone. Those of the last two weeks are open, a third of them nobody's and half of
 * them waiting; of the older ones a fifth was won. One in a hundred has 30 messages, one in a hundred is a test.
 */
export const datasetStatements = ({ leads, days }: DatasetSize): string[] => [
  // Rows are right by the way they are made; asking the database to check each of them takes longer than making it.
  "SET session_replication_role = replica",
  "SET synchronous_commit = off",
  "SET work_mem = '256MB'",
  `CREATE FUNCTION pg_temp.id_at(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
     SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid
     FROM md5(random()::text) AS h $$`,
  `CREATE TEMP TABLE desks AS
     SELECT row_number() OVER (ORDER BY t.created_at, t.id) - 1 AS number, t.id AS merchant_id, p.id AS pipeline_id, s.id AS source_id,
       (SELECT array_agg(m.id ORDER BY m.id) FROM members m WHERE m.merchant_id = t.id AND m.role = 'AGENT') AS agents
     FROM merchants t JOIN pipelines p ON p.merchant_id = t.id JOIN intake_sources s ON s.merchant_id = t.id`,
  `CREATE TEMP TABLE made AS
     SELECT n, d.merchant_id, d.pipeline_id, d.source_id, at, kind, is_test,
       pg_temp.id_at(at) AS contact_id, pg_temp.id_at(at) AS lead_id, pg_temp.id_at(at) AS lifecycle_id,
       pg_temp.id_at(at) AS conversation_id, pg_temp.id_at(at) AS message_id, pg_temp.id_at(at) AS enquiry_id,
       CASE WHEN kind = 'free' THEN NULL ELSE d.agents[1 + nth % array_length(d.agents, 1)] END AS owner_id,
       (CASE kind WHEN 'won' THEN 'won' WHEN 'lost' THEN 'declined' WHEN 'spam' THEN 'spam' WHEN 'answered' THEN 'qualified' ELSE 'new' END) AS stage,
       (CASE kind WHEN 'won' THEN 'WON' WHEN 'lost' THEN 'LOST' WHEN 'spam' THEN 'SPAM' ELSE 'OPEN' END) AS stage_kind,
       CASE WHEN kind IN ('won', 'lost', 'spam') THEN at + interval '2 days' END AS closed_at,
       kind IN ('free', 'waiting') AS is_waiting,
       CASE WHEN nth % 100 = 0 THEN 30 ELSE 1 END AS messages
     FROM (
       SELECT n, n / 10 AS nth, n % 10 AS desk, (n / 10) % 100 = 99 AS is_test, at,
         (CASE WHEN at > now() - interval '14 days'
           THEN ('{free,free,free,waiting,waiting,answered,answered,answered,answered,answered}'::text[])[1 + (n / 10) % 10]
           ELSE ('{won,won,lost,lost,lost,lost,lost,lost,spam,answered}'::text[])[1 + (n / 10) % 10] END) AS kind
       FROM generate_series(0, ${leads - 1}) AS n,
         LATERAL (SELECT date_trunc('milliseconds', now() - interval '${days} days' * (1 - n / ${leads}.0)) AS at) AS moment
     ) AS plan JOIN desks d ON d.number = plan.desk`,
  `INSERT INTO contacts (id, merchant_id, name, is_test, system_tags, created_at)
     SELECT contact_id, merchant_id, 'Visitor ' || n, is_test, CASE kind WHEN 'won' THEN '{won_customer}'::text[] ELSE '{}' END, at FROM made`,
  `INSERT INTO contact_identities (id, merchant_id, contact_id, is_test, kind, value, spelling, verified, created_at)
     SELECT pg_temp.id_at(at), merchant_id, contact_id, is_test, i.kind, i.value, i.value, false, at
     FROM made, LATERAL (VALUES ('EMAIL', 'visitor-' || n || '@example.com'), ('PHONE', '+4930' || lpad(n::text, 8, '0'))) AS i(kind, value)`,
  `INSERT INTO leads (id, merchant_id, contact_id, pipeline_id, is_test, stage, stage_kind, owner_id, version, history_length, current_lifecycle_id, created_at, updated_at)
     SELECT lead_id, merchant_id, contact_id, pipeline_id, is_test, stage, stage_kind, owner_id, 1, messages + 2, lifecycle_id, at, coalesce(closed_at, at) FROM made`,
  `INSERT INTO lifecycles (id, merchant_id, lead_id, number, opened_by, opened_at, source_id, is_repeat, first_human_response_at, first_response_elapsed_ms,
       first_response_business_ms, last_human_response_at, awaiting_since, response_due_at, closed_at, outcome)
     SELECT lifecycle_id, merchant_id, lead_id, 1, 'ENQUIRY', at, source_id, false, answered_at, 3600000, 3600000, answered_at,
       CASE WHEN is_waiting THEN at END, CASE WHEN is_waiting THEN at + interval '4 hours' END, closed_at, nullif(stage_kind, 'OPEN')
     FROM made, LATERAL (SELECT CASE WHEN is_waiting THEN NULL ELSE at + interval '1 hour' END AS answered_at) AS answer`,
  `INSERT INTO conversations (id, merchant_id, lead_id, is_test, channel, unread_count, last_message_at, last_inbound_at, created_at)
     SELECT conversation_id, merchant_id, lead_id, is_test, 'WEB_FORM', CASE WHEN is_waiting THEN messages ELSE 0 END,
       at + (messages - 1) * interval '1 minute', at + (messages - 1) * interval '1 minute', at FROM made`,
  `INSERT INTO messages (id, merchant_id, conversation_id, lead_id, direction, author, text, enquiry_id, sent_at, received_at, status)
     SELECT CASE m WHEN 1 THEN message_id ELSE pg_temp.id_at(at + (m - 1) * interval '1 minute') END, merchant_id, conversation_id, lead_id, 'INBOUND', 'CONTACT',
       'Could you call me about an offer? This is message ' || m, CASE m WHEN 1 THEN enquiry_id END, at + (m - 1) * interval '1 minute', at + (m - 1) * interval '1 minute', 'RECEIVED'
     FROM made, LATERAL generate_series(1, messages) AS m`,
  `INSERT INTO enquiries (id, merchant_id, source_id, receipt_number, is_test, idempotency_key, content_hash, channel, name, email, message, fields, received_at)
     SELECT enquiry_id, merchant_id, source_id, 'E-' || n, is_test, 'dataset-' || n, sha256(n::text::bytea), 'WEB_FORM', 'Visitor ' || n,
       'visitor-' || n || '@example.com', 'Could you call me about an offer?', '{}', at FROM made`,
  `INSERT INTO enquiry_outcomes (enquiry_id, number, merchant_id, outcome, lead_id, lifecycle_id, is_contactable, at)
     SELECT enquiry_id, 1, merchant_id, 'ACCEPTED', lead_id, lifecycle_id, true, at FROM made`,
  `INSERT INTO lead_events (lead_id, sequence, merchant_id, kind, at, actor_kind, facts)
     SELECT lead_id, 1, merchant_id, 'LeadCreated', at, 'SYSTEM', jsonb_build_object('contactId', contact_id, 'pipelineId', pipeline_id,
       'isTest', is_test, 'stage', 'new', 'stageName', 'New', 'stageKind', 'OPEN') FROM made
     UNION ALL SELECT lead_id, 2, merchant_id, 'EnquiryReceived', at, 'SYSTEM', jsonb_build_object('enquiryId', enquiry_id, 'sourceId', source_id,
       'channel', 'WEB_FORM', 'lifecycleNumber', 1) FROM made
     UNION ALL SELECT lead_id, 2 + m, merchant_id, 'MessageReceived', at + (m - 1) * interval '1 minute', 'SYSTEM', jsonb_build_object('messageId', message_id,
       'conversationId', conversation_id, 'sentAt', at, 'enquiryId', enquiry_id, 'campaignId', NULL, 'campaignName', NULL, 'isCounted', true,
       'isFromBeforeClose', false) FROM made, LATERAL generate_series(1, messages) AS m`,
  `INSERT INTO lead_conversions (id, merchant_id, lead_id, lifecycle_id, contact_id, is_test, is_additional, stage_name, is_repeat, actor_kind, actor_id,
       source_id, value_minor, currency, converted_at, recorded_at)
     SELECT pg_temp.id_at(closed_at), merchant_id, lead_id, lifecycle_id, contact_id, is_test, false, 'Won', false, 'MEMBER', owner_id,
       source_id, 100000 + n % 1000, 'EUR', closed_at, closed_at FROM made WHERE kind = 'won'`,
  `INSERT INTO queue_entries (queue, subject_id, merchant_id, is_test, owner_id, entered_at, order_at, due_at)
     SELECT 'UNASSIGNED', lead_id, merchant_id, is_test, owner_id, at, at, at + interval '4 hours' FROM made WHERE kind = 'free'
     UNION ALL SELECT 'AWAITING_RESPONSE', lead_id, merchant_id, is_test, owner_id, at, at + interval '4 hours', at + interval '4 hours' FROM made WHERE is_waiting`,
  "DROP TABLE made, desks",
  "RESET session_replication_role",
  "VACUUM (ANALYZE)",
];
