import type { RecordingOrder, RecordingSetup } from "@stillreel/recorder";
import i18next from "i18next";
import { pageDestination } from "./page-recorder.ts";
import type { RecordingDestination } from "./recording-destination.ts";

const pad = (value: number): string => String(value).padStart(2, "0");

/** Creates the request for a recording that starts now; its title contains the time. */
export function newOrder(setup: RecordingSetup, destination: RecordingDestination, now: Date): RecordingOrder {
  const source = setup.source === "window" || setup.source === "camera" ? setup.source : "screen";
  const when = new Intl.DateTimeFormat(`${i18next.language}-u-nu-latn`, { dateStyle: "medium", timeStyle: "short" }).format(now);
  const stamp = [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()]
    .map(pad)
    .join("-");
  return {
    setup,
    server: pageDestination(),
    title: i18next.t(`recorder:portal.title.${source}`, { when }),
    fileName: `${source}-${stamp}.mp4`,
    pageUrl: null,
    folderId: destination.folderId,
    workspaceId: destination.ref,
    tab: null,
    area: null,
  };
}
