/** Address to which other programs upload. */
const uploadUrl = (origin: string): string => `${origin}/api/v1/uploads/simple`;

/** A program for which this server has a configuration. */
export type UploadTool = "sharex" | "flameshot" | "curl";

/** Names of the files that are downloaded. */
export const FILE_NAMES = { sharex: "stillreel.sxcu", flameshot: "stillreel-flameshot.sh" } as const;

/** Returns a custom uploader of ShareX (version 14 and newer). */
export function shareXFile(origin: string, token: string): string {
  const uploader = {
    Version: "16.1.0",
    Name: `Stillreel (${new URL(origin).host})`,
    DestinationType: "ImageUploader, FileUploader",
    RequestMethod: "POST",
    RequestURL: uploadUrl(origin),
    Headers: { Authorization: `Bearer ${token}` },
    Body: "MultipartFormData",
    FileFormName: "file",
    URL: "{json:data.url}",
    ErrorMessage: "{json:message}",
  };
  return `${JSON.stringify(uploader, null, 2)}\n`;
}

/** Returns a command for a shell that uploads a file and prints the link. */
export const curlCommand = (origin: string, token: string, file = "capture.png"): string =>
  `curl --fail-with-body -sS -H 'Authorization: Bearer ${token}' -F 'file=@${file}' '${uploadUrl(origin)}?format=text'`;

/** Returns a script that takes a screenshot with Flameshot, uploads it, prints the link and copies it. */
export function flameshotScript(origin: string, token: string): string {
  return `#!/bin/sh
# Takes a screenshot with Flameshot, uploads it to Stillreel and copies the link.
set -eu
picture=$(mktemp)
trap 'rm -f "$picture"' EXIT
flameshot gui --raw > "$picture"
[ -s "$picture" ] || exit 0
link=$(curl --fail-with-body -sS -H 'Authorization: Bearer ${token}' -F "file=@$picture;filename=flameshot.png;type=image/png" '${uploadUrl(origin)}?format=text')
printf '%s\\n' "$link"
if command -v wl-copy > /dev/null; then printf '%s' "$link" | wl-copy
elif command -v xclip > /dev/null; then printf '%s' "$link" | xclip -selection clipboard
fi
`;
}
