import type { OperationId } from "../handlers.ts";
import { accountSurfaces } from "./account.ts";
import { inboxSurfaces } from "./inboxes.ts";
import type { Surfaces } from "./offer.ts";

export type { Offer, Surfaces } from "./offer.ts";

/** Every operation, and how SDK, tools, command and dashboard offer it. */
export const surfaces: Record<OperationId, Surfaces> = { ...accountSurfaces, ...inboxSurfaces };
