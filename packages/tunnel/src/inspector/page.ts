/** The inspector's whole page. Everything from a request enters it as text, never as markup. */
export const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Frontdesk tunnel</title>
<style>
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:minmax(20em,2fr) 3fr;height:100vh}
ol{margin:0;padding:0;list-style:none;overflow:auto;border-right:1px solid #8884}
li button{all:unset;box-sizing:border-box;display:grid;grid-template-columns:4em 1fr 3em 5em;gap:.5em;width:100%;padding:.4em .8em;cursor:pointer}
li button:hover,li button:focus-visible,li button[aria-current]{background:#8883}
span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
main{overflow:auto;padding:1em}pre{white-space:pre-wrap;word-break:break-all;background:#8882;padding:.6em}
@media(max-width:700px){body{grid-template-columns:1fr;grid-template-rows:1fr 1fr}}
</style></head><body><ol id="list" aria-label="Requests"></ol><main id="detail" aria-live="polite">Requests appear on the left as they come.</main>
<script>
const list=document.getElementById("list"),detail=document.getElementById("detail");let current=null,shown="";
const make=(name,text)=>{const node=document.createElement(name);node.textContent=text;return node};
async function refresh(){
  try{
    const{requests}=await(await fetch("/api/requests")).json();const key=JSON.stringify(requests)+current;
    if(key!==shown){shown=key;list.replaceChildren(...requests.map(line))}
  }catch{}
  setTimeout(refresh,1000)
}
function line(r){
  const button=document.createElement("button");
  if(r.id===current)button.setAttribute("aria-current","true");
  button.append(make("span",r.method),make("span",(r.replay_of?"↻ ":"")+r.path),make("span",r.done?r.status:"…"),make("span",r.done?r.ms+" ms":""));
  button.onclick=()=>show(r.id);const item=document.createElement("li");item.append(button);return item
}
async function show(id){
  current=id;const r=await(await fetch("/api/requests/"+id)).json();if(r.error){detail.textContent=r.error;return}
  const again=make("button","Send again");again.onclick=async()=>{const done=await fetch("/api/requests/"+id+"/replay",{method:"POST"});if(!done.ok)alert((await done.json()).error)};
  detail.replaceChildren(make("h2",r.method+" "+r.path),again,...part("Request",r.request),...part("Answer "+r.status,r.response))
}
function part(title,m){
  return[make("h3",title),make("pre",m.headers.map(([n,v])=>n+": "+v).join("\\n")),make("pre",m.body===null?m.bytes+" bytes, not text":m.body+(m.cut?"\\n… cut":""))]
}
refresh()
</script></body></html>
`;
