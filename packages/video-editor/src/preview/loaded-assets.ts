import { loadFreshFonts } from "@stillreel/editor/core";
import { textsOf, type VideoEditorState } from "../core/index.ts";
import type { BackgroundPicture } from "./background.ts";
import { loadImage } from "./sources.ts";

/** What a document shows besides its sources: the uploaded picture behind the video, and letters and emoji over it. */
export class LoadedAssets {
  #assetId: string | null = null;
  #picture: BackgroundPicture | undefined;

  /** The picture behind the video. Undefined while it is loaded, and without one. */
  get background(): BackgroundPicture | undefined {
    return this.#picture;
  }

  /** Loads the picture that a document names, if it is another one, and the fonts of letters that no document had before. */
  load({ document, assets }: VideoEditorState, onLoad: () => void): void {
    loadFreshFonts(textsOf(document).join(""), onLoad);
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
