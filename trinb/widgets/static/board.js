// The front of BoardWidget. Comes after common.js, stage.js and table.js.

export default mounted(TableView);
