// Pictures to be shared: the table as it is shown (PNG), and the strip of a review (SVG).

const SCALE = 2; // pixels of the picture a pixel of the page
const MARGIN = 8;
const WIDTH = 760; // at least, so that a table on a phone has all of its columns
const CELL = 22;
const COLOURS = { "+": "#1a7f37", "=": "#1a7f37", ".": "#1a7f37", x: "#c01c28", v: "#c01c28", "-": "#c01c28" };

/**
 * Draw an element of the page.
 *
 * @param shown  the element
 * @returns a blob, of type image/png
 */
export async function pictureOf(shown) {
  const { inside, width, height } = laidOut(shown);
  const style = await (await fetch(new URL("page.css", import.meta.url))).text();
  const letters = shown.closest(".with-letters") ? "with-letters" : "";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="color-scheme: ${dark}">
<style>${style.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>
<foreignObject width="100%" height="100%"><div xmlns="http://www.w3.org/1999/xhtml" class="picture ${letters}">${inside}</div></foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SCALE * width, SCALE * height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** An element as text, as it is when it is wide enough for everything, and how large it is then. */
function laidOut(shown) {
  const copy = shown.cloneNode(true);
  const place = document.createElement("div");
  place.className = "aside";
  place.style.width = `${Math.max(WIDTH, shown.offsetWidth)}px`;
  place.append(copy);
  document.body.append(place);
  const { width, height } = copy.getBoundingClientRect();
  place.remove();
  const inside = new XMLSerializer().serializeToString(copy);
  return { inside, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

/**
 * Draw the strip of a review.
 *
 * @param signs  `{sign, words, group}` a step
 * @returns a text, SVG
 */
export function stripOf(signs) {
  const at = (k) => 4 + k * CELL + 8 * (signs[k].group - signs[0].group);
  const cells = signs.map(({ sign, words }, k) => {
    const ink = COLOURS[sign] ?? "#66707a";
    const title = `<title>${k + 1}: ${words}</title>`;
    const box = `<rect x="${at(k)}" y="4" width="${CELL - 2}" height="26" rx="3" fill="#fff" stroke="${ink}"/>`;
    return `<g>${title}${box}<text x="${at(k) + CELL / 2 - 1}" y="22" fill="${ink}">${sign}</text></g>`;
  });
  const width = at(signs.length - 1) + CELL + 4;
  const font = 'font-family="monospace" font-size="16" font-weight="600" text-anchor="middle"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 34" width="${width}" height="34" ${font}>${cells.join("")}</svg>\n`;
}
