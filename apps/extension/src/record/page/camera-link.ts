import { CAMERA_PORT, type CameraFrame } from "../core/recorder-port.ts";

/** The picture's side at most, in pixels: more is not seen in a bubble. */
const SIDE_MOST = 640;

/** Cuts the middle square out of a picture and draws it. */
function paint(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const side = Math.min(picture.width, picture.height, SIDE_MOST);
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const cut = Math.min(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, (picture.width - cut) / 2, (picture.height - cut) / 2, cut, cut, 0, 0, side, side);
}

/** A data URL as a picture. The page's content policy has a say in what images are loaded, and none in what is decoded here. */
function decode(frame: string): Promise<ImageBitmap> {
  const [head = "", body = ""] = frame.split(",");
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: /^data:([^;]+)/u.exec(head)?.[1] ?? "image/jpeg" }));
}

/** Draws what the camera sees, while it is wanted; a picture that comes while another is being drawn is left out. */
export function watchCamera(canvas: HTMLCanvasElement): { want: (isWanted: boolean) => void } {
  let port: chrome.runtime.Port | null = null;
  let isBusy = false;

  async function show(frame: string): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      const picture = await decode(frame);
      paint(canvas, picture);
      picture.close();
    } catch {
      // A picture that cannot be read is one that is not shown; the next one comes at once.
    }
    isBusy = false;
  }

  return {
    want(isWanted) {
      if (isWanted === (port !== null)) return;
      if (!isWanted) {
        port?.disconnect();
        port = null;
        return;
      }
      try {
        port = chrome.runtime.connect({ name: CAMERA_PORT });
      } catch {
        // The extension is gone; the bar says so.
        return;
      }
      port.onMessage.addListener(({ frame }: CameraFrame) => void show(frame));
      port.onDisconnect.addListener(() => {
        void chrome.runtime.lastError;
        port = null;
      });
    },
  };
}
