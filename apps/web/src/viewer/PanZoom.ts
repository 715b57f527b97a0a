import {
  type Box,
  centred,
  fit,
  keptInside,
  pan,
  type Size,
  showBox,
  type Transform,
  zoomAt,
} from './transform.js';

/**
 * Pan and zoom of all panes inside one element. The transform is written as CSS variables on that element, so no
 * pane renders again while it moves.
 */
export class PanZoom {
  #transform: Transform = { x: 0, y: 0, k: 1 };
  #image: Size = { width: 1, height: 1 };
  /** True until a person pans or zooms: then a new size of pane or image no longer fits it again. */
  #fitted = true;

  #element: HTMLElement | null = null;
  #onScale: (scale: number) => void = () => {};

  /** Writes to that element from now on, and tells of every other scale. */
  attach(element: HTMLElement, onScale: (scale: number) => void): void {
    this.#element = element;
    this.#onScale = onScale;
  }

  /** Another image: starts fitted. */
  show(image: Size): void {
    this.#image = image;
    this.fit();
  }

  /** The same image turned out to have another size, or a pane has. */
  resize(image: Size = this.#image): void {
    this.#image = image;
    if (this.#fitted) this.fit();
  }

  fit(): void {
    this.#fitted = true;
    this.#write(fit(this.#image, this.#pane()));
  }

  actualSize(): void {
    this.#fitted = false;
    this.#write(centred(this.#image, this.#pane(), 1));
  }

  /** Around the point in pane coordinates; the middle of the pane if absent. */
  zoom(factor: number, point?: { x: number; y: number }): void {
    const pane = this.#pane();
    this.#move(zoomAt(this.#transform, factor, point ?? { x: pane.width / 2, y: pane.height / 2 }));
  }

  showBox(box: Box): void {
    this.#fitted = false;
    this.#write(showBox(box, this.#pane()));
  }

  pan(dx: number, dy: number): void {
    this.#move(pan(this.#transform, dx, dy));
  }

  #move(to: Transform): void {
    this.#fitted = false;
    this.#write(keptInside(to, this.#image, this.#pane()));
  }

  #pane(): Size {
    const pane = this.#element?.querySelector('[data-pane]');
    return { width: pane?.clientWidth ?? 1, height: pane?.clientHeight ?? 1 };
  }

  #write(to: Transform): void {
    this.#transform = to;
    if (!this.#element) return;
    const { style, dataset } = this.#element;
    style.setProperty('--x', `${to.x}px`);
    style.setProperty('--y', `${to.y}px`);
    style.setProperty('--k', String(to.k));
    dataset.magnified = String(to.k > 1);
    this.#onScale(to.k);
  }
}
