import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll } from "vitest";

/** A server with all services, and a user with an image, for the tests of a file. */
export interface SendStage {
  t: TestApp;
  vendors: Vendors;
  mira: TestUser;
}

/** Starts the stage. Must be called once at the top of the file. */
export function setSendStage(): SendStage {
  const stage = {} as SendStage;
  beforeAll(async () => {
    stage.vendors = await startVendors();
    stage.t = await createTestApp({ config: stage.vendors.environment });
    await stage.t.user();
    stage.mira = await stage.t.user({ username: "Mira Harbour" });
  });
  afterAll(async () => {
    await stage.t.close();
    await stage.vendors.close();
  });
  return stage;
}
