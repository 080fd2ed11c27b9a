import DefaultTheme from "vitepress/theme-without-fonts";
import "./contrast.css";
import "./long-pages.css";

export default DefaultTheme;
