import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Another process of a bench, so that what is measured does not share a thread with what measures. */
export interface RemoteProcess {
  ask<Answer>(question: string, about?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

type Answers = Readonly<Record<string, (about: never) => unknown>>;
interface Asked {
  id: number;
  question: string;
  about: never;
}
interface Answered {
  id: number;
  answer?: unknown;
  problem?: string;
}

/** The other side of `serve`: ready as soon as it has answered once. */
export function startProcess(script: string, environment: Readonly<Record<string, string>> = {}): RemoteProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const loader = createRequire(import.meta.url).resolve("tsx");
  // As `npm start` starts the desk.
  const child = spawn(process.execPath, ["--max-semi-space-size=64", "--import", loader, path], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Statements carry dates and bytes.
    serialization: "advanced",
  });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  child.on("message", (message) => {
    const { id, answer, problem } = message as Answered;
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) waiter?.resolve(answer);
    else waiter?.reject(new Error(`${script}: ${problem}`));
  });
  child.once("exit", (code, signal) => {
    for (const waiter of waiting.values()) waiter.reject(new Error(`${script} ended with ${code ?? signal}`));
  });
  return {
    ask: <Answer>(question: string, about?: unknown) =>
      new Promise<Answer>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve: resolve as (answer: unknown) => void, reject });
        child.send({ id: lastId, question, about });
      }),
    stop: () => stopped(child),
  };
}

/** Answers whoever started this process, until they are gone. */
export function serve(answers: Answers): void {
  process.on("message", async (message) => {
    const { id, question, about } = message as Asked;
    try {
      process.send?.({ id, answer: await answers[question]?.(about) } satisfies Answered);
    } catch (error) {
      process.send?.({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
  if (!process.connected) process.exit();
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}
