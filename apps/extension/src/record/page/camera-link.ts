import { CAMERA_PORT, cameraFrame } from "../core/recorder-port.ts";

/** Maximum side length of the picture in pixels; a bubble shows no more. */
const SIDE_MOST = 640;

/** Crops the centre square of a picture and draws it. */
function paint(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const side = Math.min(picture.width, picture.height, SIDE_MOST);
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const cut = Math.min(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, (picture.width - cut) / 2, (picture.height - cut) / 2, cut, cut, 0, 0, side, side);
}

/** Decodes a data URL. The page's content security policy applies to loaded images, but not to decoding. */
function decode(frame: string): Promise<ImageBitmap> {
  const [head = "", body = ""] = frame.split(",");
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: /^data:([^;]+)/u.exec(head)?.[1] ?? "image/jpeg" }));
}

/** Draws the camera frames while they are wanted; a frame that arrives during drawing is skipped. */
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
      // An unreadable frame is skipped; the next one follows immediately.
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
        // The extension no longer exists; the bar reports it.
        return;
      }
      port.onMessage.addListener((message: unknown) => void show(cameraFrame(message).frame));
      port.onDisconnect.addListener(() => {
        void chrome.runtime.lastError;
        port = null;
      });
    },
  };
}
