/** The folder or item whose permissions are displayed. */
export interface AccessSubject {
  workspaceId: string;
  kind: "folder" | "file";
  id: string;
  name: string;
}
