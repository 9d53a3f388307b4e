export { TransferDialogs } from "./transfer-dialogs.tsx";
export { openAddFromPersonal, openTransfer } from "./transfer-store.ts";
