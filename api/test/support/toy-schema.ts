import type { GraphQLSchema } from "graphql";
import { buildSchema } from "type-graphql";
import type { Context } from "../../src/platform/context.js";
import type { Policy } from "../../src/platform/permission-table.js";
import { applyPolicy } from "../../src/platform/policy.js";
import type { Role } from "../../src/platform/role.js";
import type { Viewer } from "../../src/platform/viewer.js";
import { ToyDesk, ToyMoved, ToyNoted } from "./toy-desk.js";

export async function buildToySchema(): Promise<{ schema: GraphQLSchema; policy: Policy }> {
  return applyPolicy(
    await buildSchema({
      resolvers: [ToyDesk],
      orphanedTypes: [ToyMoved, ToyNoted],
      validate: false,
      pubSub: noPubSub,
    }),
  );
}

export function toyViewer(
  role: Role,
  changes: { expiresAt?: Date | null; merchantId?: string; id?: string } = {},
): Viewer {
  const { expiresAt = null, merchantId = "m1", id = `${role}-1` } = changes;
  return role === "PARTNER"
    ? { kind: "API_KEY", apiKeyId: id, name: "Partner", role, merchantId, sourceIds: [], expiresAt }
    : { kind: "MEMBER", memberId: id, name: "Member", role, merchantId, seesAllLeads: true, expiresAt };
}

export function toyContext(viewer: Viewer, requestId: string): Context {
  return { viewer, requestId, db: absent, live: absent, renewViewer: async () => viewer };
}

// TypeGraphQL asks for one even where every subscription brings its own source.
const noPubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error("the toy desk has no PubSub");
  },
};

const absent = new Proxy(Object.create(null), {
  get() {
    throw new Error("the toy desk has no database and no live room");
  },
});
