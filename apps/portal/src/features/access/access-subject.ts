/** The folder or file whose rights are looked at. */
export interface AccessSubject {
  workspaceId: string;
  kind: "folder" | "file";
  id: string;
  name: string;
}
