package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{a:1}                      | {b:2}                      | {a:1,b:2}",
        "{a:{b:1,c:2}}              | {a:{c:3,d:4}}              | {a:{b:1,c:3,d:4}}",
        "{a:1,b:2}                  | {a:null}                   | {b:2}",
        "{a:{b:1,c:2}}              | {a:{b:null}}               | {a:{c:2}}",
        "{}                         | {a:{b:null,c:1}}           | {a:{c:1}}",
        "{a:1}                      | {a:{b:1}}                  | {a:{b:1}}",
        "{a:{b:1}}                  | {a:[1]}                    | {a:[1]}",
        "{args:[1,2]}               | {args:[3]}                 | {args:[3]}",
        "{command:[a]}              | {command:[]}               | {command:[]}",
        "{env:[{name:A,value:x},{name:B,value:y}]} | {env:[{name:A,valueFrom:{}},{name:C,value:z}]}"
            + "| {env:[{name:A,valueFrom:{}},{name:B,value:y},{name:C,value:z}]}",
        "{volumes:[{name:tmp,emptyDir:{}}]} | {volumes:[{name:tmp,ephemeral:{}}]}"
            + "| {volumes:[{name:tmp,ephemeral:{}}]}",
        "{volumeMounts:[{name:a,mountPath:'/x'}]} | {volumeMounts:[{name:b,mountPath:'/x'},"
            + "{name:a,mountPath:'/y'}]}"
            + "| {volumeMounts:[{name:b,mountPath:'/x'},{name:a,mountPath:'/y'}]}",
        "{ports:[{containerPort:53,name:a}]} | {ports:[{containerPort:53,protocol:UDP},"
            + "{containerPort:80}]}"
            + "| {ports:[{containerPort:53,name:a,protocol:UDP},{containerPort:80}]}",
        "{tolerations:[{key:a,operator:Exists}]} | {tolerations:[{key:a,operator:Equal,value:b},"
            + "{key:a,effect:NoExecute},{operator:Exists}]}"
            + "| {tolerations:[{key:a,effect:NoExecute},{operator:Exists}]}",
        "{hostAliases:[{ip:'1.1.1.1',hostnames:[a]}]} | {hostAliases:[{ip:'1.1.1.1',hostnames:[b]}]}"
            + "| {hostAliases:[{ip:'1.1.1.1',hostnames:[b]}]}",
        "{imagePullSecrets:[{name:a}]} | {imagePullSecrets:[{name:a},{name:b}]}"
            + "| {imagePullSecrets:[{name:a},{name:b}]}",
        "{topologySpreadConstraints:[{topologyKey:z,maxSkew:1}]}"
            + "| {topologySpreadConstraints:[{topologyKey:z,maxSkew:2}]}"
            + "| {topologySpreadConstraints:[{topologyKey:z,maxSkew:2}]}",
        "{containers:[{name:sandbox,image:a,env:[{name:A}]}]}"
            + "| {containers:[{name:side,image:b},{name:sandbox,env:[{name:B}]}]}"
            + "| {containers:[{name:sandbox,image:a,env:[{name:A},{name:B}]},{name:side,image:b}]}",
        "{containers:[{name:sandbox}]} | {containers:[{image:x}]}"
            + "| {containers:[{name:sandbox},{image:x}]}"
      })
  void merges(String base, String over, String merged) {
    assertThat(StrategicMerge.merge(tree(base), tree(over))).isEqualTo(tree(merged));
  }

  @Test
  void leavesItsArgumentsAlone() {
    JsonObject base = tree("{containers:[{name:sandbox,env:[]}]}");
    JsonObject over = tree("{containers:[{name:sandbox,env:[{name:A}]}],x:{y:{}}}");
    JsonObject merged = StrategicMerge.merge(base, over);
    merged.getAsJsonArray("containers").get(0).getAsJsonObject().addProperty("image", "changed");
    merged.getAsJsonObject("x").addProperty("z", 1);

    assertThat(base).isEqualTo(tree("{containers:[{name:sandbox,env:[]}]}"));
    assertThat(over).isEqualTo(tree("{containers:[{name:sandbox,env:[{name:A}]}],x:{y:{}}}"));
  }

  private static JsonObject tree(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }
}
