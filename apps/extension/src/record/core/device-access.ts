/** The page that asks for microphone and camera: a popup would close in the moment in which the browser asks. */
export const PERMISSION_PAGE = "permission.html";

export type Device = "microphone" | "camera";
/** May the extension use it? `prompt`: nobody has been asked yet. */
export type DeviceAccess = "granted" | "denied" | "prompt";

/** What the browser would say, without asking it anything that a person sees. */
export async function deviceAccess(device: Device): Promise<DeviceAccess> {
  const { state } = await navigator.permissions.query({ name: device as PermissionName });
  return state;
}
