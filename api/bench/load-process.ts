import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { serve } from "./processes.js";

export interface Load {
  readonly url: string;
  readonly token: string;
  /** Sent one after the other, again and again; `{{n}}` becomes a text that never comes twice. */
  readonly bodies: readonly string[];
  /** What a good answer contains. */
  readonly expected: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface Figures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

serve({ run, answerTo });

const agent = new Agent({ keepAlive: true });
const prefix = randomBytes(4).toString("hex");
let sent = 0;

/** Each connection asks again as soon as it was answered. */
async function run(load: Load): Promise<Figures> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      while (performance.now() < endsAt) {
        const askedAt = performance.now();
        const answer = await post(load);
        latencies.push(performance.now() - askedAt);
        if (!answer.includes(load.expected)) throw new Error(`unexpected answer: ${answer.slice(0, 1000)}`);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requests: latencies.length, perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function answerTo(load: Load): Promise<string> {
  return post(load);
}

function post({ url, token, bodies }: Load): Promise<string> {
  sent += 1;
  const body = (bodies[sent % bodies.length] ?? "").replaceAll("{{n}}", `${prefix}-${sent}`);
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      agent,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
      },
    });
    asked.on("error", reject);
    asked.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve(Buffer.concat(chunks).toString()));
    });
    asked.end(body);
  });
}
