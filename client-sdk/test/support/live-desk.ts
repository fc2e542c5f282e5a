import { type Client, type ClientOptions, createClient, type LiveState, type QueueChange } from "../../src/index.js";
import type { WatchOptions } from "../../src/live.js";
import { type Door, type LiveApi, startLiveApi } from "./live-api.js";

export interface LiveDesk {
  api: LiveApi;
  client: Client;
  read(options?: WatchOptions): Reading;
  /** Whether the server has forgotten a subscription; the first is 0. */
  isOver(subscription?: number): boolean;
  close(): Promise<void>;
}

export interface Reading {
  changes: QueueChange[];
  states: LiveState[];
  /** What it was told: the lead of an entry, else the type of the change. */
  told(): (string | undefined)[];
  done: Promise<void>;
  stop(): void;
}

/** A server and a client that is in a hurry. */
export async function openLiveDesk(door: Door = {}, options: Partial<ClientOptions> = {}): Promise<LiveDesk> {
  const api = await startLiveApi(door);
  const live = { firstDelayMs: 1, maxDelayMs: 20, ...options.live };
  const client = createClient({ url: api.url, token: "token-1", ...options, live });
  const readings: Reading[] = [];
  return {
    api,
    client,
    read(watch) {
      const reading = read(client, watch);
      readings.push(reading);
      return reading;
    },
    isOver: (subscription = 0) => !api.opened[subscription]?.feed.isOpen(),
    async close() {
      for (const reading of readings) reading.stop();
      await api.close();
    },
  };
}

function read(client: Client, options: WatchOptions = {}): Reading {
  const end = new AbortController();
  const changes: QueueChange[] = [];
  const states: LiveState[] = [];
  const onState = (state: LiveState): void => {
    states.push(state);
  };
  const reading = async (): Promise<void> => {
    const watch = client.watchQueue("UNASSIGNED", { signal: end.signal, onState, ...options });
    for await (const change of watch) changes.push(change);
  };
  const done = reading();
  done.catch(() => undefined);
  return {
    changes,
    states,
    told: () => changes.map((change) => ("entry" in change ? change.entry.lead?.id : change.__typename)),
    done,
    stop: () => end.abort(),
  };
}
