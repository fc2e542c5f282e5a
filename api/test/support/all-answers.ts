import type { GraphQLSchema } from "graphql";
import type { Belongings } from "./belongings.js";
import type { Caller } from "./test-desk.js";
import { operationsIn, selectionOf } from "./wire-schema.js";

/** All that a caller can be told without naming anything, and all that hangs on what they own. */
export async function allAnswersTo(schema: GraphQLSchema, caller: Caller, own: Belongings): Promise<string> {
  const named = [
    { lead: { id: own.leadId } },
    { lead: { id: own.wonLeadId } },
    { contact: { id: own.contactId } },
    { conversation: { id: own.conversationId } },
    { enquiry: { receiptNumber: own.receiptNumber } },
    ...["UNASSIGNED", "AWAITING_RESPONSE", "DELIVERY_FAILURES", "FOLLOW_UPS_DUE", "INTAKE_HELD"].map((name) => ({
      queue: { name, includeTest: true },
    })),
  ];
  const queries = operationsIn(schema).filter(({ coordinate }) => coordinate.startsWith("Query."));
  const answers: unknown[] = [];
  for (const { name, document, result } of queries) {
    const asked = named.flatMap((each) => (name in each ? [Reflect.get(each, name)] : []));
    const isFree = !document().includes("!");
    for (const variables of isFree ? [{}] : asked) {
      const answer = await caller.ask(document(selectionOf(schema, result, 1)), variables);
      if (answer.codes.some((code) => !code.startsWith("FORBIDDEN"))) throw new Error(JSON.stringify(answer.errors));
      answers.push(answer.data);
    }
  }
  return JSON.stringify(answers);
}
