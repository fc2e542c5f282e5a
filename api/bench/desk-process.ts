import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { pino } from "pino";
import { startDesk } from "../src/start-desk.js";
import { countStatements, type Statement } from "./count-statements.js";
import { serve } from "./processes.js";
import { type Usage, usedCpuMs } from "./usage.js";

// Started with NODE_ENV=production, on which graphql's speed depends; only the tokens are the developers'.
const statements = countStatements();
const desk = await startDesk({
  databaseUrl: process.env.DATABASE_URL ?? "",
  poolSize: 10,
  isProduction: false,
  introspection: false,
  allowedOrigins: [],
  mail: { smtpUrl: null, mailFrom: "desk@example.com" },
  publicUrl: null,
  // Lines are made as they are in production, and written to nowhere.
  log: pino({ level: "info" }, pino.destination("/dev/null")),
});
const url = `${await desk.server.listen(0, "127.0.0.1")}/graphql`;
const inspector = new Session();
inspector.connect();
let stopRecording: () => Statement[] = () => [];

serve({
  url: () => url,
  usage: (): Usage => ({ cpuMs: usedCpuMs(), statements: { ...statements.counted } }),
  startRecording() {
    stopRecording = statements.record();
  },
  stopRecording: () => stopRecording(),
  async startProfile() {
    await inspector.post("Profiler.enable");
    await inspector.post("Profiler.start");
  },
  async stopProfile(path: string) {
    const { profile } = await inspector.post("Profiler.stop");
    await writeFile(path, JSON.stringify(profile));
  },
});
