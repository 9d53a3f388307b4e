/** The 2D context of a canvas on the page or in a worker. */
export type DrawingContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
