/** The page that requests microphone and camera: a permission prompt would close the popup. */
export const PERMISSION_PAGE = "permission.html";

export type Device = "microphone" | "camera";
/** Permission of a device. `prompt`: not requested yet. */
export type DeviceAccess = "granted" | "denied" | "prompt";

/** Returns the permission without prompting. */
export async function deviceAccess(device: Device): Promise<DeviceAccess> {
  const { state } = await navigator.permissions.query({ name: device as PermissionName });
  return state;
}
