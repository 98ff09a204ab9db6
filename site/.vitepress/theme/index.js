import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import HomeCommands from './home-commands.vue';
import HomePicture from './home-picture.vue';
import './style.css';

// oxlint-disable-next-line import/no-default-export -- The generator wants it.
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'home-hero-info-after': () => h(HomeCommands),
      'home-hero-image': () => h(HomePicture),
    }),
};
