import { randomInt } from "node:crypto";
import { installS3 } from "../../../testing/src/s3/index.ts";
import { runScale, whyNoScale } from "@stillreel/testing/scale";
import { describe, expect, test } from "vitest";

const MINUTES = Number(process.env["SCALE_MINUTES"] ?? "4");
await installS3();
const whyNot = whyNoScale();

describe.skipIf(whyNot !== null)(
  `many processes on a database with a replica, a pooler and an S3 store${whyNot ? ` (skipped: ${whyNot})` : ""}`,
  () => {
    test("lose nothing that was acknowledged while faults happen in random order", { timeout: (MINUTES + 12) * 60_000 }, async () => {
      const seed = Number(process.env["SEED"] ?? randomInt(1_000_000));
      // oxlint-disable-next-line no-console -- the seed repeats the run
      const report = await runScale({ seed, minutes: MINUTES, log: (line) => console.log(line) });
      // oxlint-disable-next-line no-console -- the record of the run
      console.log(JSON.stringify({ ...report, faults: report.faults.slice(0, 60) }, null, 1));
      expect(report.faults, `seed ${seed}`).toEqual([]);
    });
  },
);
