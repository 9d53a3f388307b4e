export { expectData, expectError, type Answer } from "./answers.ts";
export { fakeClock, type FakeClock } from "./clock.ts";
export { cloneDatabase, emptyDatabase, startCluster, type ClusterAddress } from "./cluster.ts";
export { runDueJobs, type JobReport } from "./due-jobs.ts";
export { multipart, type FormFile } from "./form.ts";
export { png } from "./png.ts";
export { startServerProcess, type ServerProcess } from "./server-process.ts";
export { video, type VideoRecipe } from "./video.ts";
export { createTestApp, type CallAnswer, type TestApp, type TestAppOptions, type TestUser } from "./test-app.ts";
