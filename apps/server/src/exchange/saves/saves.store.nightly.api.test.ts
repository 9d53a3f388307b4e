import { createS3Storage } from "../../platform/ports/storage/s3.storage.ts";
import { installS3, startS3 } from "../../../../../testing/src/s3/index.ts";
import { testSavesFrom } from "./saves.store.fixture.ts";

const whyNot = await installS3();

testSavesFrom(whyNot ? `S3 (skipped: ${whyNot})` : "S3", whyNot === null, async () => createS3Storage((await startS3()).settings));
