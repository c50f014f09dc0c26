// What the theme leaves out for readers who use a keyboard or a screen reader: a name for the search, and focus for what scrolls.
window.addEventListener('load', () => {
    document.querySelector('.md-search')?.setAttribute('aria-label', 'Search');
    for (const scrolling of document.querySelectorAll('.md-search__scrollwrap, .md-typeset__scrollwrap, pre > code'))
        scrolling.tabIndex = 0;
});
