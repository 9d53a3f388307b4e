/** Formats a duration as "0:48" or "1:08:21". */
export function formatDuration(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Formats a position in a video, in seconds. The video plays from this time, so it is never rounded up. */
export const formatPosition = (seconds: number): string => formatDuration(Math.floor(seconds) * 1000);
