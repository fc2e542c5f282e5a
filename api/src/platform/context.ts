import type { Database } from "./database.js";
import type { LiveSignals } from "./live-signals.js";
import type { Viewer } from "./viewer.js";

/** One for each operation; on a subscription, one for each event. */
export interface Context {
  viewer: Viewer;
  db: Database;
  requestId: string;
  live: LiveSignals;
  /** Who the viewer is by now, for streams that outlive a change of rights; null when they are nobody any more. */
  renewViewer(): Promise<Viewer | null>;
}
