import {
  type Box,
  between,
  centred,
  fit,
  keptInside,
  openOn,
  pan,
  type Size,
  showBox,
  type Transform,
  zoomAt,
} from './transform.js';

/** Milliseconds that a jump to a region takes. */
const jumpTime = 180;
/** A page that is taller than this many panes has a map of its own. */
const manyScreens = 3;

/**
 * Pan and zoom of all panes inside one element. The transform is written as CSS variables on that element, so no
 * pane renders again while it moves.
 */
export class PanZoom {
  #transform: Transform = { x: 0, y: 0, k: 1 };
  #image: Size = { width: 1, height: 1 };
  #regions: readonly Box[] = [];
  /** Where the image is until a person pans or zooms, a box in the middle: another size of pane or image puts it there again. */
  #resting: 'opened' | 'fitted' | Box | null = 'fitted';
  /** The next step of a jump that is under way. */
  #frame = 0;

  #element: HTMLElement | null = null;
  #onScale: (scale: number) => void = () => {};

  /** Writes to that element from now on, and tells of every other scale. */
  attach(element: HTMLElement, onScale: (scale: number) => void): void {
    this.#element = element;
    this.#onScale = onScale;
  }

  detach(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** Another image: starts on its changed regions, fitted where there are none. */
  show(image: Size, regions: readonly Box[]): void {
    this.#image = image;
    this.#regions = regions;
    this.#rest('opened');
  }

  /** The same image turned out to have another size, or a pane has. */
  resize(image: Size = this.#image): void {
    this.#image = image;
    if (this.#resting) this.#rest(this.#resting);
  }

  fit(): void {
    this.#rest('fitted');
  }

  actualSize(): void {
    this.#leaveRest();
    this.#write(centred(this.#image, this.#pane(), 1));
  }

  /** Around the point in pane coordinates; the middle of the pane if absent. */
  zoom(factor: number, point?: { x: number; y: number }): void {
    const pane = this.#pane();
    this.#move(zoomAt(this.#transform, factor, point ?? { x: pane.width / 2, y: pane.height / 2 }));
  }

  showBox(box: Box, { smooth = false } = {}): void {
    if (!smooth || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#rest(box);
      return;
    }
    this.#leaveRest();
    this.#resting = box;
    this.#jump(showBox(box, this.#pane()));
  }

  pan(dx: number, dy: number): void {
    this.#move(pan(this.#transform, dx, dy));
  }

  /** Brings that part of the height, 0 to 1, into the middle. */
  scrollTo(share: number): void {
    const { x, k } = this.#transform;
    this.#move({ x, y: this.#pane().height / 2 - share * this.#image.height * k, k });
  }

  #rest(place: 'opened' | 'fitted' | Box): void {
    this.#leaveRest();
    this.#resting = place;
    this.#markTall();
    const pane = this.#pane();
    if (place === 'opened') this.#write(openOn(this.#image, pane, this.#regions));
    else if (place === 'fitted') this.#write(fit(this.#image, pane));
    else this.#write(showBox(place, pane));
  }

  #leaveRest(): void {
    this.#resting = null;
    cancelAnimationFrame(this.#frame);
  }

  #move(to: Transform): void {
    this.#leaveRest();
    this.#write(keptInside(to, this.#image, this.#pane()));
  }

  #jump(to: Transform): void {
    const from = this.#transform;
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - began) / jumpTime);
      this.#write(share < 1 ? between(from, to, this.#pane(), 1 - (1 - share) ** 3) : to);
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Before a place is worked out: the map takes some of the panes' width. */
  #markTall(): void {
    const { width, height } = this.#image;
    const pane = this.#pane();
    const isTall = height * Math.min(1, pane.width / width) > pane.height * manyScreens;
    if (this.#element) this.#element.dataset.tall = String(isTall);
  }

  #pane(): Size {
    const pane = this.#element?.querySelector('[data-pane]');
    return { width: pane?.clientWidth ?? 1, height: pane?.clientHeight ?? 1 };
  }

  #write(to: Transform): void {
    this.#transform = to;
    if (!this.#element) return;
    const { style, dataset } = this.#element;
    const { height } = this.#image;
    // Read before anything is written: a size that is read afterwards costs another layout.
    const pane = this.#pane();
    style.setProperty('--x', `${to.x}px`);
    style.setProperty('--y', `${to.y}px`);
    style.setProperty('--k', String(to.k));
    // What the ruler shows as in sight: parts of the height.
    style.setProperty('--top', String(Math.max(0, -to.y / to.k / height)));
    style.setProperty('--seen', String(Math.min(1, pane.height / to.k / height)));
    dataset.magnified = String(to.k > 1);
    this.#onScale(to.k);
  }
}
