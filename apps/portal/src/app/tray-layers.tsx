import type { ReactNode } from "react";
import { SaveLayer } from "../features/saves/save-layer.tsx";
import { UploadLayer } from "../features/uploads/upload-layer.tsx";
import styles from "./tray-layers.module.css";

/** Drop zone, paste, and the lists of uploads and saves, one above the other. */
export function TrayLayers(): ReactNode {
  return (
    <div className={styles.stack}>
      <UploadLayer />
      <SaveLayer />
    </div>
  );
}
