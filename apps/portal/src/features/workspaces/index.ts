export { WorkspaceHeader } from "./workspace-header.tsx";
