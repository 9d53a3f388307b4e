import type { z } from "zod";
import type { Preferences } from "./auth.contract.ts";
import { FULL_PAGE_LIMIT_DEFAULT } from "./limits.ts";

/** Default preferences. They are separate from the schemas, so that the extension can start without them. */
export const DEFAULT_PREFERENCES: z.output<typeof Preferences> = {
  downloadFormat: "png",
  driveShareableLinks: false,
  askWhereToSave: false,
  defaultSubfolder: "",
  stampDateAndUrl: false,
  afterCapture: "editor",
  fileNamePattern: "{title}",
  captureFolderId: null,
  defaultWorkspaceId: null,
  keepCaptureFacts: true,
  fullPageLimit: FULL_PAGE_LIMIT_DEFAULT,
  copyUploadLink: true,
  signInAlerts: true,
  dataNotices: [],
  language: null,
  theme: "system",
};
