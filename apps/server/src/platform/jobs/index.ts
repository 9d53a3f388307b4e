export { createJobs } from "./queue.ts";
export { runJob } from "./run-job.ts";
export { HEARTBEAT, startWorker, type Worker, type WorkerOptions } from "./worker.ts";
