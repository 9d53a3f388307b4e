import type { VideoEditorState } from "../core/index.ts";
import type { BackgroundPicture } from "./background.ts";
import { loadImage } from "./sources.ts";

/** The uploaded picture behind the video. */
export class LoadedBackground {
  #assetId: string | null = null;
  #picture: BackgroundPicture | undefined;

  /** The picture. Undefined while it is loaded, and without one. */
  get picture(): BackgroundPicture | undefined {
    return this.#picture;
  }

  /** Loads the picture that a document names, if it is another one. */
  load({ document, assets }: VideoEditorState, onLoad: () => void): void {
    const background = document.frame?.background;
    const assetId = background && "assetId" in background ? background.assetId : null;
    const asset = assets.find(({ id }) => id === assetId);
    if (!asset || this.#assetId === asset.id) return;
    this.#assetId = asset.id;
    loadImage(asset.url, (image) => {
      if (this.#assetId !== asset.id) return;
      this.#picture = { image, width: image.naturalWidth, height: image.naturalHeight };
      onLoad();
    });
  }
}
