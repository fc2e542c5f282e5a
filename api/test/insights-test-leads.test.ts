import { buildClientSchema, type GraphQLObjectType, getIntrospectionQuery, getNamedType, isObjectType } from "graphql";
import { openTestDesk, type TestDesk, type Wire } from "./support/test-desk.js";
import { aWonLead, say } from "./support/verbs.js";

const hourMs = 60 * 60 * 1000;

let desk: TestDesk;

beforeAll(async () => {
  desk = await openTestDesk();
});

afterAll(() => desk.close());

describe("a test lead", () => {
  it("with a whole life behind it moves no figure, and every figure once tests are asked for", async () => {
    const query = `query($from: LocalDate, $to: LocalDate, $filter: InsightsFilter) {
      insights(from: $from, to: $to, filter: $filter) { ${await everyField()} } }`;
    const days = { from: dayIn(-2), to: dayIn(3) };
    const figures = async (filter: object): Promise<Wire> => {
      const { data, errors } = await desk.studio.manager.ask(query, { ...days, filter });
      expect(errors).toEqual([]);
      return data.insights;
    };
    await liveThrough({ isTest: false });
    const before = await figures({});
    expect(before).toMatchObject({ wonDeals: 3, repeatLeads: 2, voided: 1, returnedLeads: 1, reversed: 1 });

    await liveThrough({ isTest: true });

    expect(await figures({})).toEqual(before);
    const withTests = await figures({ includeTest: true });
    const unmoved = Object.keys(before).filter((name) => same(before[name], withTests[name]));
    // All frame, and a share that twice as much of the same does not change.
    expect(unmoved.sort()).toEqual([
      "__typename",
      "asOf",
      "end",
      "from",
      "repeatRate",
      "scope",
      "start",
      "timeZone",
      "to",
    ]);
  });
});

/** Won three times, a fourth time by mistake, reversed, come back, answered. */
async function liveThrough({ isTest }: { isTest: boolean }): Promise<void> {
  const { manager } = desk.studio;
  const { id: leadId } = await aWonLead(manager, { isTest });
  const sell = async (key: string): Promise<string> => {
    const value = { amountMinor: 5000, currency: "EUR" };
    const input = { leadId, value, idempotencyKey: `${leadId} ${key}` };
    return (await say(manager, "recordAdditionalConversion", input)).conversion.id;
  };
  await sell("second");
  const conversionId = await sell("third");
  await say(manager, "voidConversion", { conversionId: await sell("fourth"), reason: "Entered twice" });
  await desk.moveClock(25 * hourMs);
  await say(manager, "reverseConversion", { conversionId, reason: "Refunded" });
  await say(manager, "receiveMessage", { leadId, channel: "WEB_FORM", text: "Hello again" });
  await say(manager, "recordResponse", { leadId, by: "CALL" });
  await desk.rows("UPDATE lifecycles SET acknowledged_at = opened_at + interval '9 seconds' WHERE lead_id = $1", [
    leadId,
  ]);
}

/** Every field of Insights and of what it is made of, as the server itself describes them. */
async function everyField(): Promise<string> {
  const { data } = await desk.studio.manager.ask(getIntrospectionQuery());
  const schema = buildClientSchema(data as Wire);
  const all = (type: GraphQLObjectType, isInside: boolean): string[] =>
    Object.values(type.getFields()).flatMap((field) => {
      const below = getNamedType(field.type);
      if (!isObjectType(below)) return [field.name];
      if (below.name === "Insights" && isInside) return [];
      const isFigure = /^Insights|Figures$|^Funnel|^Money$/.test(below.name);
      return [`${field.name} { ${isFigure ? all(below, true).join(" ") : "id"} }`];
    });
  const insights = schema.getType("Insights");
  if (!isObjectType(insights)) throw new Error("Insights is an object type");
  return `__typename ${all(insights, false).join(" ")}`;
}

const dayIn = (days: number): string => new Date(Date.now() + days * 24 * hourMs).toISOString().slice(0, 10);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
