import type { Context } from "../platform/context.js";
import { ApiError } from "../platform/errors.js";
import { findApiKeys, memberById, ownMerchant } from "./find-members.js";
import type { ViewerType } from "./viewer.types.js";

export async function findViewerRecord(ctx: Context): Promise<ViewerType> {
  const { viewer } = ctx;
  const merchant = await ownMerchant(ctx);
  if (viewer.kind === "MEMBER") {
    const member = await memberById(ctx).load(viewer.memberId);
    return { role: viewer.role, member, apiKey: null, merchant };
  }
  const apiKey = (await findApiKeys(ctx)).find((key) => key.id === viewer.apiKeyId);
  if (!apiKey) throw new ApiError("UNAUTHENTICATED", "This key is gone.");
  return { role: viewer.role, member: null, apiKey, merchant };
}
