import { LocalRecordingsHost } from "./local-recordings-host.ts";
import { RecorderHost } from "./recorder-host.ts";
import { recorderPorts } from "./recorder-ports.ts";

/** The recording part of the offscreen page: the active recording and the stored ones. */
export interface RecordingHost {
  recorder: RecorderHost;
  local: LocalRecordingsHost;
}

/** Creates the recording host. Once per document. */
export function startRecordingHost(): RecordingHost {
  const ports = recorderPorts();
  return { recorder: new RecorderHost(ports), local: new LocalRecordingsHost(ports) };
}
