declare module "html-to-text" {
  export interface Builder {
    addInline(text: string): void;
  }
  export type Walk = (children: unknown, builder: Builder) => void;
  export type Formatter = (element: { children: unknown }, walk: Walk, builder: Builder) => void;
  export interface Selector {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  }
  export interface Options {
    wordwrap?: false | number;
    selectors?: Selector[];
    formatters?: Record<string, Formatter>;
    limits?: { maxInputLength?: number };
    baseElements?: { selectors: string[]; returnDomByDefault: boolean };
  }
  export function compile(options: Options): (html: string) => string;
}
