import type { AtRule, Plugin, Root } from "postcss";

/**
 * Turns stylesheets that are written in layers into ordinary ones, because browsers from before 2022 skip everything
 * inside a layer. The first line of the sheet gives the order of the layers, and the rules of the layers are written in
 * this order. Unlike with real layers, a more specific selector in an earlier layer still wins
 * (docs/decisions/0051-old-and-small-browsers.md).
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
          throw layer.error(`The first line of the stylesheet does not name the layer "${layer.params}".`);
        named.push(layer);
      });
      for (const block of [...blocks.values()].flat()) {
        root.append(block.nodes ?? []);
        block.remove();
      }
    },
  };
}

/** The side that each logical edge stands for. All text is written from left to right. */
const SIDES: Record<string, string> = { start: "left", end: "right" };

/**
 * Puts a plain value before each value that old browsers do not understand, so that they use the plain one. The plain
 * values are: the colour of the light theme before `var(--colour)`; a plain text before a text with an alternative for
 * screen readers; the smallest padding before a padding that grows with the window; and `left` or `right` before
 * `start` or `end`.
 *
 * @param palette the stylesheet whose first rule for `:root` holds the light theme's colours.
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
