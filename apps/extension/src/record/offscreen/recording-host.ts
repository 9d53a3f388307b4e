import { LocalRecordingsHost } from "./local-recordings-host.ts";
import { RecorderHost } from "./recorder-host.ts";
import { recorderPorts } from "./recorder-ports.ts";

/** All of the offscreen page that has to do with recordings: the one that goes on, and those that are kept. */
export interface RecordingHost {
  recorder: RecorderHost;
  local: LocalRecordingsHost;
}

/** Makes it. Once a document. */
export function startRecordingHost(): RecordingHost {
  const ports = recorderPorts();
  return { recorder: new RecorderHost(ports), local: new LocalRecordingsHost(ports) };
}
