import type { ReactNode } from "react";
import { ImagePage } from "./image-page.tsx";
import { ItemGate } from "./item-gate.tsx";

/** The page of one picture. */
export const ImageScreen = (): ReactNode => <ItemGate type="image">{(given) => <ImagePage key={given.item.id} {...given} />}</ItemGate>;
