import { type Client, createClient } from "../src/index.js";
import { failureOf } from "./support/failure-of.js";
import { type HttpApi, refusal, startHttpApi } from "./support/http-api.js";

let api: HttpApi;

/** Seven leads; their number is their cursor. */
async function deskWithLeads(): Promise<Client> {
  api = await startHttpApi(({ variables }) => {
    const from = Number(variables.after ?? 0);
    const first = Number(variables.first ?? 25);
    const ids = [1, 2, 3, 4, 5, 6, 7].slice(from, from + first);
    const pageInfo = { endCursor: String(from + ids.length), hasNextPage: from + ids.length < 7 };
    return { body: { data: { leads: { nodes: ids.map((id) => ({ id: `lead-${id}` })), pageInfo } } } };
  });
  return createClient({ url: api.url });
}

afterEach(() => api.close());

describe("a list", () => {
  it("is fetched page by page as it is read", async () => {
    const desk = await deskWithLeads();
    const ids: string[] = [];

    for await (const lead of desk.leads({ filter: { stage: "proposal" }, pageSize: 3 })) ids.push(lead.id);

    expect(ids).toEqual(["lead-1", "lead-2", "lead-3", "lead-4", "lead-5", "lead-6", "lead-7"]);
    expect(api.asked.map(({ variables }) => variables)).toEqual([
      { filter: { stage: "proposal" }, orderBy: "CREATED_AT_DESC", first: 3 },
      { filter: { stage: "proposal" }, orderBy: "CREATED_AT_DESC", first: 3, after: "3" },
      { filter: { stage: "proposal" }, orderBy: "CREATED_AT_DESC", first: 3, after: "6" },
    ]);
  });

  it("is not fetched further than it is read", async () => {
    const desk = await deskWithLeads();

    for await (const lead of desk.leads({ pageSize: 2 })) if (lead.id === "lead-3") break;

    expect(api.asked).toHaveLength(2);
  });

  it("is read again from its beginning", async () => {
    const desk = await deskWithLeads();
    const leads = desk.leads({ pageSize: 100 });

    for await (const _lead of leads) break;
    for await (const lead of leads) {
      expect(lead.id).toBe("lead-1");
      break;
    }
  });

  it("gives single pages with the cursor of the next one", async () => {
    const desk = await deskWithLeads();
    const leads = desk.leads({ pageSize: 4 });

    const first = await leads.page();
    const second = await leads.page(first.endCursor);

    expect(first).toMatchObject({ endCursor: "4", hasNextPage: true });
    expect(second.items.map(({ id }) => id)).toEqual(["lead-5", "lead-6", "lead-7"]);
    expect(second.hasNextPage).toBe(false);
  });

  it("ends with its signal", async () => {
    const desk = await deskWithLeads();
    const stop = new AbortController();
    const reading = async () => {
      for await (const _lead of desk.leads({ pageSize: 2, signal: stop.signal })) stop.abort("enough");
    };

    expect(await failureOf(reading())).toBe("enough");
    expect(api.asked).toHaveLength(1);
  });

  it("that the role may not see is empty", async () => {
    api = await startHttpApi(() => ({ body: { data: { lead: { history: null } } } }));
    const desk = createClient({ url: api.url });

    expect(await desk.leadHistory("lead-1").page()).toEqual({ items: [], endCursor: null, hasNextPage: false });
  });
});

describe("the changes of a queue since a cursor", () => {
  it("are read until it has caught up, without what this client does not know", async () => {
    const changes = ["QueueEntryLeft", "QueueRenamed", "QueueEntryLeft"].map((__typename, index) => ({
      __typename,
      cursor: String(index + 1),
    }));
    api = await startHttpApi(({ variables }) => {
      const from = Number(variables.after);
      const nodes = changes.slice(from, from + 2);
      const pageInfo = { endCursor: String(from + nodes.length), hasNextPage: from + nodes.length < 3 };
      return { body: { data: { queueChangesSince: { nodes, pageInfo } } } };
    });
    const desk = createClient({ url: api.url });
    const seen: unknown[] = [];

    for await (const change of desk.queueChangesSince("UNASSIGNED", "0")) seen.push(change);

    expect(seen).toEqual([changes[0], changes[2]]);
    expect(api.asked.map(({ variables }) => variables)).toEqual([
      { queue: "UNASSIGNED", includeTest: false, after: "0", first: 100 },
      { queue: "UNASSIGNED", includeTest: false, after: "2", first: 100 },
    ]);
  });
});

describe("a record that does not exist", () => {
  it("fails with NOT_FOUND", async () => {
    api = await startHttpApi(() => refusal("NOT_FOUND", {}, 404));
    const desk = createClient({ url: api.url });

    expect(await failureOf(desk.lead("lead-1"))).toMatchObject({ code: "NOT_FOUND", operationName: "Lead" });
  });
});

describe("insights", () => {
  it("cut a lifetime into months and a range into days, unless told otherwise", async () => {
    api = await startHttpApi(() => ({ body: { data: { insights: {} } } }));
    const desk = createClient({ url: api.url });

    await desk.insights();
    await desk.insights({ from: "2026-03-01", to: "2026-03-31" });
    await desk.insights({ from: "2026-03-01", by: "WEEK" });

    expect(api.asked.map(({ variables }) => variables)).toEqual([
      { by: "MONTH" },
      { from: "2026-03-01", to: "2026-03-31", by: "DAY" },
      { from: "2026-03-01", by: "WEEK" },
    ]);
  });
});
