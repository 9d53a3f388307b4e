import type { ReactNode } from "react";
import { ImagePage } from "./image-page.tsx";
import { ItemGate } from "./item-gate.tsx";

/** Page of one image. */
export const ImageScreen = (): ReactNode => <ItemGate type="image">{(given) => <ImagePage key={given.item.id} {...given} />}</ItemGate>;
