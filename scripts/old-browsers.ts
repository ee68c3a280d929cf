import type { AtRule, Plugin, Root } from "postcss";

/**
 * Turns sheets that are written in layers into ordinary ones, since browsers from before 2022 skip everything inside
 * a layer. The rules of each `@layer` follow those of the layers that its sheet names before it. Unlike in real
 * layers, a more specific selector of an earlier layer wins (docs/decisions/0051-old-and-small-browsers.md).
 */
export function layersInOrder(): Plugin {
  return {
    postcssPlugin: "layers-in-order",
    OnceExit(root) {
      const blocks = new Map<string, AtRule[]>();
      root.walkAtRules("layer", (layer) => {
        if (layer.parent !== root) throw layer.error("A layer cannot stand in another rule.");
        if (!layer.nodes) {
          for (const name of layer.params.split(", ")) if (!blocks.has(name)) blocks.set(name, []);
          layer.remove();
          return;
        }
        const named = blocks.get(layer.params);
        if (!named)
          throw layer.error(`The first line of the sheet does not name the layer "${layer.params}".`);
        named.push(layer);
      });
      for (const block of [...blocks.values()].flat()) {
        root.append(block.nodes ?? []);
        block.remove();
      }
    },
  };
}

/** All text is written from left to right. */
const SIDES: Record<string, string> = { start: "left", end: "right" };

/**
 * Puts a plain value before one that small browsers do not understand, so that they keep it: the colour of the day
 * before `var(--colour)`, the text before a text with another one for screen readers, the least padding before one that
 * grows with the window, and the side before the edge of a line.
 *
 * @param palette the sheet in which the day's colours are the first rule of `:root`.
 */
export function plainValues(palette: Root): Plugin {
  const colours = new Map<string, string>();
  palette.walkRules(":root", (rule) => {
    rule.each((node) => {
      if (node.type === "decl" && node.prop.startsWith("--") && !colours.has(node.prop))
        colours.set(node.prop, node.value);
    });
  });
  const plain = (property: string, value: string) => {
    if (property === "content") return /^(".*"|\w+\([\w-]+\)) \/ ".*"$/.exec(value)?.[1];
    if (property === "padding" && value.includes("clamp("))
      return value.replaceAll(/clamp\(([^,]+)[^)]*\)/g, "$1");
    if (property === "text-align") return SIDES[value];
    const named = /^(?:color|background)$/.test(property) && /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return named ? colours.get(named) : undefined;
  };
  return {
    postcssPlugin: "plain-values",
    OnceExit(root) {
      root.walkDecls((declaration) => {
        const value = plain(declaration.prop, declaration.value);
        if (value) declaration.cloneBefore({ value });
      });
    },
  };
}
